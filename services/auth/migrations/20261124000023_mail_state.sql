-- How letters went last: one row, which is there from the first attempt on.
create table auth.mail_state (
    only_one boolean primary key default true check (only_one),
    -- when the SMTP server took a letter
    sent_at timestamptz,
    -- the last attempt that failed
    failed_at timestamptz,
    outcome text check (outcome in ('refused', 'unreachable', 'silent')),
    -- in the words of the server or of the connection
    answer text,
    -- whether that letter is not sent again
    given_up boolean,
    check ((failed_at is null) = (outcome is null) and (failed_at is null) = (answer is null)
        and (failed_at is null) = (given_up is null))
);
