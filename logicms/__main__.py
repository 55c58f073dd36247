"""`python -m logicms` is the command `logicms`."""

from logicms.cli import main

if __name__ == "__main__":
    main()
