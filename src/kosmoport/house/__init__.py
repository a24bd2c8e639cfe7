"""Tables for visitors without sockets, database, processes or threads: it runs in a browser as well."""
