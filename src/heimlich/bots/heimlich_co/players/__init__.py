"""The players people meet, one file each."""
