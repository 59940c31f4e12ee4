//! The shell that containers here have: it says that it is simulated, shows what is typed as a terminal does, and knows a
//! handful of commands. It has no files and runs nothing.

/// A line may have so many bytes; more is not taken.
const LINE: usize = 1_000;
/// `seq` counts no further: its answer is made at once.
const MOST: u32 = 50_000;
const HELP: &str = "env, echo, exit, help, hostname, pwd, seq, tty";

/// Whether there is such a program.
pub fn knows(program: &str) -> bool {
    matches!(
        program.trim_start_matches("/bin/"),
        "sh" | "bash" | "cat" | "echo" | "env" | "hostname" | "pwd" | "seq" | "tty"
    )
}

/// Whether these words open a shell, and not one that runs a line and ends.
pub fn is_shell(words: &[String]) -> bool {
    let shell = words.first().is_some_and(|word| matches!(word.trim_start_matches("/bin/"), "sh" | "bash"));
    shell && (words.len() == 1 || words.last().is_some_and(|line| line.ends_with("exec sh")))
}

/// What a command came to.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    /// On standard output.
    pub output: String,
    /// On standard error.
    pub errors: String,
    /// Its exit code.
    pub code: i32,
}

/// A shell in a terminal.
pub struct Terminal {
    pod: String,
    container: String,
    columns: u32,
    rows: u32,
    line: String,
    /// Bytes of a character that is not whole.
    part: Vec<u8>,
    escape: Escape,
    ended: Option<i32>,
}

/// Where in the sequence of a key (an arrow, for instance) the input is.
#[derive(PartialEq, Eq)]
enum Escape {
    No,
    Begun,
    Within,
}

impl Terminal {
    /// A new one, of a usual size.
    pub fn of(pod: &str, container: &str) -> Self {
        let (pod, container) = (pod.to_owned(), container.to_owned());
        let (line, part, escape) = (String::new(), Vec::new(), Escape::No);
        Self { pod, container, columns: 80, rows: 24, line, part, escape, ended: None }
    }

    /// What stands there before anything is typed.
    pub fn greeting(&self) -> String {
        format!("Simulated container {} of the sandbox. Type help.\r\n{}", self.container, self.prompt())
    }

    /// The pod that it is in.
    pub fn pod(&self) -> &str {
        &self.pod
    }

    /// How it ended, when it has.
    pub fn ended(&self) -> Option<i32> {
        self.ended
    }

    /// The window has another size.
    pub fn resize(&mut self, columns: u32, rows: u32) {
        (self.columns, self.rows) = (columns, rows);
    }

    /// What comes of these bytes on the screen.
    pub fn typed(&mut self, bytes: &[u8]) -> String {
        let mut shown = String::new();
        for byte in bytes {
            if self.ended.is_some() {
                break;
            }
            self.byte(*byte, &mut shown);
        }
        shown
    }

    /// Runs words instead of a shell; of a shell's, the line after `-c`.
    pub fn ran(&mut self, words: &[String]) -> Ran {
        let line = match words {
            [_, flag, line] if flag == "-c" => line.clone(),
            _ => words.join(" "),
        };
        let line = line.trim_start_matches("/bin/").trim();
        let program = line.split(' ').next().unwrap_or_default();
        if program != "exit" && !knows(program) {
            let errors = format!("sh: {program}: not found (this container is simulated)\n");
            return Ran { output: String::new(), errors, code: 127 };
        }
        let output = self.run(line).replace("\r\n", "\n");
        Ran { output, errors: String::new(), code: self.ended.unwrap_or(0) }
    }

    fn byte(&mut self, byte: u8, shown: &mut String) {
        match (&self.escape, byte) {
            (Escape::Begun, b'[' | b'O') => self.escape = Escape::Within,
            (Escape::Within, b'0'..=b'9' | b';') => {}
            (Escape::Begun | Escape::Within, _) => self.escape = Escape::No,
            (Escape::No, 0x1b) => self.escape = Escape::Begun,
            (Escape::No, b'\r' | b'\n') => self.enter(shown),
            // Ctrl-C, and Ctrl-D where nothing was typed
            (Escape::No, 3) => {
                self.line.clear();
                shown.push_str("^C\r\n");
                shown.push_str(&self.prompt());
            }
            (Escape::No, 4) if self.line.is_empty() => {
                self.ended = Some(0);
                shown.push_str("exit\r\n");
            }
            (Escape::No, 8 | 0x7f) => {
                if self.line.pop().is_some() {
                    shown.push_str("\u{8} \u{8}");
                }
            }
            (Escape::No, 0..=31) => {}
            (Escape::No, byte) => self.letter(byte, shown),
        }
    }

    fn letter(&mut self, byte: u8, shown: &mut String) {
        self.part.push(byte);
        match std::str::from_utf8(&self.part) {
            Ok(letter) if self.line.len() < LINE => {
                self.line.push_str(letter);
                shown.push_str(letter);
                self.part.clear();
            }
            Ok(_) => self.part.clear(),
            Err(error) if error.error_len().is_some() || self.part.len() > 3 => self.part.clear(),
            Err(_) => {}
        }
    }

    fn enter(&mut self, shown: &mut String) {
        shown.push_str("\r\n");
        let line = std::mem::take(&mut self.line);
        shown.push_str(&self.run(line.trim()));
        if self.ended.is_none() {
            shown.push_str(&self.prompt());
        }
    }

    fn run(&mut self, line: &str) -> String {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" => String::new(),
            "echo" => format!("{rest}\r\n"),
            "env" => format!("HOSTNAME={}\r\nTERM=xterm\r\nCANOPY_SANDBOX=simulated\r\n", self.pod),
            "exit" => {
                // as shells do: the lowest eight bits
                self.ended = Some(rest.parse::<i64>().map_or(0, |code| i32::from(code.to_le_bytes()[0])));
                String::new()
            }
            "help" => format!("Nothing runs here: this container is simulated. Commands: {HELP}\r\n"),
            "hostname" => format!("{}\r\n", self.pod),
            "pwd" => "/\r\n".to_owned(),
            "seq" => (1..=rest.parse().unwrap_or(0).min(MOST)).map(|number| format!("{number}\r\n")).collect(),
            "tty" => format!("{} columns, {} rows\r\n", self.columns, self.rows),
            other => format!("sh: {other}: not found (this container is simulated)\r\n"),
        }
    }

    fn prompt(&self) -> String {
        format!("{}$ ", self.container)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> (String, Option<i32>) {
        let mut terminal = Terminal::of("shop-web-0", "app");
        let shown = terminal.typed(text.as_bytes());
        (shown, terminal.ended())
    }

    #[test]
    fn it_says_what_it_is() {
        assert!(Terminal::of("p", "app").greeting().contains("Simulated"));
        assert!(typed("help\r").0.contains("simulated"));
        assert!(typed("ls\r").0.contains("simulated"));
    }

    #[test]
    fn what_is_typed_is_shown_and_can_be_taken_back() {
        assert_eq!(typed("echo héllo\r").0, "echo héllo\r\nhéllo\r\napp$ ");
        assert_eq!(typed("echx\u{7f}o a\r").0, "echx\u{8} \u{8}o a\r\na\r\napp$ ");
        assert_eq!(typed("\u{1b}[A\u{1b}[1;5Cpwd\r").0, "pwd\r\n/\r\napp$ ");
        assert_eq!(typed("abc\u{3}").0, "abc^C\r\napp$ ");
        let long = "a".repeat(2 * LINE);
        assert_eq!(typed(&long).0.len(), LINE);
    }

    #[test]
    fn it_ends_with_the_code_that_was_said() {
        assert_eq!(typed("exit\r").1, Some(0));
        assert_eq!(typed("exit 3\recho never\r"), ("exit 3\r\n".to_owned(), Some(3)));
        assert_eq!(typed("exit 256\r").1, Some(0));
        assert_eq!(typed("\u{4}").1, Some(0));
        assert_eq!(typed("a\u{4}").1, None);
    }

    #[test]
    fn a_command_is_run_without_a_shell() {
        let ran = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            let Ran { output, errors, code } = Terminal::of("shop-web-0", "app").ran(&words);
            (output, errors.contains("not found"), code)
        };
        assert_eq!(ran(&["echo", "a", "b"]), ("a b\n".to_owned(), false, 0));
        assert_eq!(ran(&["sh", "-c", "exit 3"]), (String::new(), false, 3));
        assert_eq!(ran(&["sh", "-c", "ls /"]), (String::new(), true, 127));
        let shell = |words: &[&str]| is_shell(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert!(shell(&["sh"]) && shell(&["sh", "-c", "exec bash || exec sh"]) && !shell(&["sh", "-c", "exit"]));
    }

    #[test]
    fn it_knows_the_size_of_its_window() {
        let mut terminal = Terminal::of("p", "app");
        terminal.resize(132, 50);
        assert!(terminal.typed(b"tty\r").contains("132 columns, 50 rows"));
    }
}
