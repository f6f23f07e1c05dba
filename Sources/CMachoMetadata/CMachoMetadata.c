#include "CMachoMetadata.h"
