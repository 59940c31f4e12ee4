-- A second factor by TOTP (RFC 6238): the secret that an authenticator app shares with us, sealed.
create table auth.two_factor (
    user_id uuid primary key references auth.user on delete cascade,
    -- what the secret is sealed for: another one with each enrolment
    id uuid not null,
    secret bytea not null,
    created_at timestamptz not null,
    -- null: begun, and not asked for at the sign-in before a first code has shown that the app has it
    confirmed_at timestamptz,
    -- step of 30 seconds of the newest code that was used: neither it nor an older one counts again
    last_step bigint not null
);

-- For whoever has lost the app: hashes, since the codes are long and random; a row goes when its code is used.
create table auth.recovery_code (
    user_id uuid not null references auth.user on delete cascade,
    hash bytea not null,
    primary key (user_id, hash)
);

-- Somebody has shown the password and not the second factor yet. The id is half of the SHA-256 of what they hold.
create table auth.challenge (
    id uuid primary key,
    user_id uuid not null references auth.user on delete cascade,
    expires_at timestamptz not null
);
create index challenge_of_user on auth.challenge (user_id);
create index challenge_expiry on auth.challenge (expires_at);
