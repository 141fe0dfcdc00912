"""What answers over HTTP and logs are made of, without a socket."""
