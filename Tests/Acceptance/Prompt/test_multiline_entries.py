"""Multiline entries, typed and edited again."""


def typed_entry(prompt):
    prompt.enter('echo """')
    prompt.wait_for(r'^counter> echo """\n\.\.\.>$')
    prompt.enter("日本語テキスト🎉")
    prompt.wait_for(r"^\.\.\.> 日本語テキスト🎉\n\.\.\.>$")


def test_continuation(at):
    "An entry continues while a delimiter is open, and runs as a whole."
    prompt = at.prompt()
    typed_entry(prompt)
    prompt.enter('  second"""')
    prompt.wait_for(r'^\.\.\.>   second"""\n(.*\n)*.*日本語テキスト🎉.*\n(.*\n)*counter>$')


def test_back_to_an_earlier_line(at):
    "The arrow keys move through the lines of the entry that is being typed."
    prompt = at.prompt()
    prompt.enter("expect (")
    prompt.wait_for(r"^\.\.\.>$")
    prompt.enter("count")
    prompt.wait_for(r"^\.\.\.> count\n\.\.\.>$")
    prompt.type(") == 7")
    prompt.wait_for(r"^\.\.\.> \) == 7$")
    prompt.key("Up", "Up")
    # The entry is edited as a whole, so its lines have no prompts.
    prompt.wait_for(r"^counter> expect \(\ncount\n\) == 7$")
    prompt.key("Down", "Down", "End", "BSpace")
    prompt.type("0")
    prompt.wait_for(r"^counter> expect \(\ncount\n\) == 0$")
    prompt.key("C-c")
    prompt.wait_for(r"^\) == 0\^C\ncounter>$")


def test_edited_again(at):
    "A multiline entry from the history can be edited in each of its lines."
    prompt = at.prompt()
    typed_entry(prompt)
    prompt.enter('third"""')
    prompt.wait_for(r'^\.\.\.> third"""\n(.*\n)+counter>$')
    prompt.key("Up")
    prompt.wait_for(r'^counter> echo """\n日本語テキスト🎉\nthird"""$')
    prompt.key("Up", "End", "BSpace")
    prompt.type("猫")
    prompt.wait_for(r'^counter> echo """\n日本語テキスト猫\nthird"""$')
    prompt.key("Enter")
    prompt.wait_for(r'^third"""\n(.*\n)*.*日本語テキスト猫.*\n(.*\n)*counter>$')
    # Up to the newest entry, then to the one before.
    prompt.key("Up", "Up", "Up", "Up")
    prompt.wait_for(r'^counter> echo """\n日本語テキスト🎉\nthird"""$')


def test_new_line_in_an_edited_entry(at):
    "Return in an incomplete entry that is edited again inserts a newline."
    prompt = at.prompt()
    prompt.enter("let list = [")
    prompt.wait_for(r"^\.\.\.>$")
    prompt.enter('"日本"]')
    prompt.wait_for(r'^\.\.\.> "日本"\]\n(.*\n)*counter>$')
    prompt.key("Up", "BSpace")
    prompt.wait_for(r'^counter> let list = \[\n"日本"$')
    prompt.type(",")
    prompt.key("Enter")
    prompt.type('"🎉"]')
    prompt.wait_for(r'^counter> let list = \[\n"日本",\n"🎉"\]$')
    prompt.key("Enter")
    prompt.wait_for(r'^"🎉"\]\n(.*\n)*counter>$')


def test_text_above_several_lines(at):
    "Resizing the window redraws all lines of an entry with their prompts."
    prompt = at.prompt()
    typed_entry(prompt)
    prompt.type("猫" * 10)
    prompt.wait_for(r"^\.\.\.> 猫{10}$")
    prompt.resize(50)
    prompt.type("x")
    prompt.wait_for(r'^counter> echo """\n\.\.\.> 日本語テキスト🎉\n\.\.\.> 猫{10}x$')
    prompt.resize(at.columns)
    prompt.type("y")
    prompt.wait_for(r'^counter> echo """\n\.\.\.> 日本語テキスト🎉\n\.\.\.> 猫{10}xy$')


def test_end_of_input_in_an_entry(at):
    "Ctrl-D ends an incomplete entry, which is an error."
    prompt = at.prompt()
    prompt.enter("send factResponse(")
    prompt.wait_for(r"^\.\.\.>$")
    prompt.key("C-d")
    prompt.wait_for(r"unclosed: (.*\n)+counter>$")
