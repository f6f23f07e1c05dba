#pragma once

// Ends the process with a message on standard error. Needs no memory.
_Noreturn void machoFail(const char *message);
