"""Actions for guests besides their moves: calls, tables of groups and seasons, joining two guests, forgetting one."""
