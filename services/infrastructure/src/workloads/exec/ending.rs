//! What the kubelet's last word says: how the shell ended, or why there was none.

use crate::kubernetes::failure;
use kit::{Message, message, message::as_is};
use kube::core::Status;
use proto::infrastructure as pb;

/// What container runtimes say when there is no `sh`.
const ABSENT: [&str; 3] = ["executable file not found", "no such file or directory", "not found in $PATH"];

/// The end of a command that did not end by itself.
pub fn problem(why: &Message) -> pb::ShellEnded {
    pb::ShellEnded { exit_code: None, problem: why.to_string(), said: why.packed() }
}

/// The end, by the status that was sent. `program`: what was run instead of a shell; `spoke`: something was written before.
pub fn of(status: &[u8], program: Option<&str>, spoke: bool) -> pb::ShellEnded {
    let absent = || match program {
        Some(program) => problem(&message!(COMMAND_ABSENT, program = program)),
        None => problem(&message!(SHELL_ABSENT)),
    };
    let Ok(status) = serde_json::from_slice::<Status>(status) else {
        return problem(&message!(SHELL_BROKE_OFF));
    };
    if status.is_success() {
        return pb::ShellEnded { exit_code: Some(0), ..Default::default() };
    }
    let causes = status.details.as_ref().map(|details| details.causes.as_slice()).unwrap_or_default();
    let code = causes.iter().find(|cause| cause.reason == "ExitCode").and_then(|cause| cause.message.parse().ok());
    match code {
        // a runtime that found nothing to run says so as shells do
        Some(126 | 127) if !spoke && program.is_none() => absent(),
        Some(code) => pb::ShellEnded { exit_code: Some(code), ..Default::default() },
        None if ABSENT.iter().any(|words| status.message.contains(words)) => absent(),
        None => problem(&message!(SHELL_REFUSED, said = as_is(failure::plain(&status.message)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(status: &Value, spoke: bool) -> (Option<i32>, String) {
        run(status, None, spoke)
    }

    fn run(status: &Value, program: Option<&str>, spoke: bool) -> (Option<i32>, String) {
        let ended = of(status.to_string().as_bytes(), program, spoke);
        let said: Value = serde_json::from_str(&ended.said).unwrap_or_default();
        (ended.exit_code, said["reason"].as_str().unwrap_or_default().to_owned())
    }

    #[test]
    fn a_shell_ends_with_its_code_and_none_with_a_reason() {
        let code = |code: &str| {
            json!({"status": "Failure", "message": "command terminated with non-zero exit code",
                "reason": "NonZeroExitCode", "details": {"causes": [{"reason": "ExitCode", "message": code}]}})
        };
        assert_eq!(read(&json!({"status": "Success"}), true), (Some(0), String::new()));
        assert_eq!(read(&code("130"), true), (Some(130), String::new()));
        assert_eq!(read(&code("127"), true), (Some(127), String::new()));
        assert_eq!(read(&code("127"), false), (None, "SHELL_ABSENT".to_owned()));
        let runtime = "failed to exec in container: OCI runtime exec failed: exec failed: unable to start container process: exec: \"sh\": executable file not found in $PATH: unknown";
        let absent = json!({"status": "Failure", "reason": "InternalError", "message": runtime});
        assert_eq!(read(&absent, false), (None, "SHELL_ABSENT".to_owned()));
        // a command's own code is the code of what it could not run
        assert_eq!(run(&code("127"), Some("wp"), false), (Some(127), String::new()));
        assert_eq!(run(&absent, Some("wp"), false), (None, "COMMAND_ABSENT".to_owned()));
        let other = json!({"status": "Failure", "reason": "InternalError", "message": "container is paused"});
        assert_eq!(read(&other, false), (None, "SHELL_REFUSED".to_owned()));
        assert_eq!(of(b"no JSON", None, true).exit_code, None);
    }
}
