// Composable
