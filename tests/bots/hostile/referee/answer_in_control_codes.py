"""Answers with codes for terminals and pages. Reaching it would act on the screen of whoever reads why."""


def choose(view, legal):
    print("\x1b[2J\0<script>")
    return "\x1b[2J\0\u202e<script>"
