// MachoDiff
