//! Somebody with a home folder of their own, who types commands.

use crate::system::{Folder, PATIENCE, program};
use nix::pty::openpty;
use std::{
    fs::File,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
};

pub struct Person {
    pub home: Folder,
    /// What no command may ever tell.
    pub unspeakable: Vec<String>,
}

/// How a command ended.
#[derive(Debug)]
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Person {
    pub fn new(what: &str) -> Self {
        Self { home: Folder::fresh(what), unspeakable: Vec::new() }
    }

    pub fn config(&self) -> PathBuf {
        self.home.0.join("config/canopy/config.yaml")
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.home.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// The program with nothing of the test's own environment.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program());
        command
            .args(arguments)
            .env_clear()
            .env("HOME", &self.home.0)
            .env("XDG_CONFIG_HOME", self.home.0.join("config"));
        command
    }

    /// In a pipe.
    pub fn run(&self, arguments: &[&str]) -> Said {
        self.run_with(arguments, &[])
    }

    /// In a pipe, with variables.
    pub fn run_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Said {
        let mut command = self.command(arguments);
        let output = command.envs(variables.iter().copied()).stdin(Stdio::null()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let said = Said { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) };
        for text in [&said.out, &said.err] {
            self.check(text, arguments);
            assert!(!text.contains('\u{1b}'), "{arguments:?} writes escape codes into a pipe: {said:?}");
        }
        said
    }

    fn check(&self, text: &str, arguments: &[&str]) {
        for secret in &self.unspeakable {
            assert!(!text.contains(secret), "{arguments:?} tells a secret: {text}");
        }
    }

    /// What a command that ends well tells on standard output.
    pub fn well(&self, arguments: &[&str], variables: &[(&str, &str)]) -> String {
        let said = self.run_with(arguments, variables);
        assert_eq!(said.code, 0, "{arguments:?}: {said:?}");
        said.out
    }

    /// A command that ends with this code, with this in what it tells.
    pub fn ends(&self, code: i32, arguments: &[&str], expected: &str) -> Said {
        let said = self.run(arguments);
        assert_eq!(said.code, code, "{arguments:?}: {said:?}");
        assert!(said.err.contains(expected) || said.out.contains(expected), "{arguments:?}: {said:?}");
        said
    }

    /// At a terminal: each answer is typed when its question is there. Answers the code and the whole screen.
    pub fn at_a_terminal(&self, arguments: &[&str], answers: &[(&str, &str)]) -> (i32, String) {
        let pty = openpty(None, None).unwrap();
        let mut command = self.command(arguments);
        let slave = || Stdio::from(pty.slave.try_clone().unwrap());
        command.stdin(slave()).stdout(slave()).stderr(slave());
        let mut child = command.spawn().unwrap();
        drop(command);
        drop(pty.slave);
        let mut terminal = File::from(pty.master);
        let (mut screen, mut waiting, mut asked) = (String::new(), answers.iter(), 0);
        let mut next = waiting.next();
        let mut bytes = [0; 4096];
        // the end of the last process at a terminal is an error on its other side
        while let Ok(read @ 1..) = terminal.read(&mut bytes) {
            screen.push_str(&String::from_utf8_lossy(&bytes[..read]));
            if let Some((question, answer)) = next
                && screen[asked..].contains(question)
            {
                asked = screen.len();
                writeln!(terminal, "{answer}").unwrap();
                next = waiting.next();
            }
        }
        let code = child.wait().unwrap().code().unwrap();
        self.check(&screen, arguments);
        (code, screen)
    }

    /// Goes on while others do something.
    pub fn begin(&self, arguments: &[&str]) -> Running {
        let mut child = self.command(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (tell, lines) = channel();
        let reader = std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    break;
                }
            }
        });
        Running { child, lines, told: Vec::new(), reader: Some(reader) }
    }
}

/// A command that follows something.
pub struct Running {
    child: Child,
    lines: Receiver<String>,
    pub told: Vec<String>,
    reader: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    /// Waits for a line.
    pub fn until(&mut self, what: &str, right: impl Fn(&str) -> bool) -> String {
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => {
                    assert!(!line.contains('\u{1b}'), "{line:?}");
                    self.told.push(line.clone());
                    if right(&line) {
                        return line;
                    }
                }
                Err(_) => panic!("waited in vain for {what}: {:#?}", self.told),
            }
        }
    }

    /// Waits for its end.
    pub fn ended(mut self) -> i32 {
        let code = self.child.wait().unwrap().code().unwrap();
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        code
    }

    /// As Ctrl-C does.
    pub fn interrupt(self) -> i32 {
        let pid = nix::unistd::Pid::from_raw(self.child.id().try_into().unwrap());
        nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGINT).unwrap();
        self.ended()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
