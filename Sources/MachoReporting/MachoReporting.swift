// MachoReporting
