#include "CComposable.h"
