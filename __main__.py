"""`python -m discordant` is the same as `discordant`."""

from .cli import main

raise SystemExit(main())
