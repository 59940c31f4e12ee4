-- What people choose for themselves. Empty: nothing was chosen, the browser decides; so far nobody could choose.
alter table auth.user alter column language set default '', alter column timezone set default '';
update auth.user set language = '', timezone = '';
alter table auth.user add column theme text not null default '' check (theme in ('', 'light', 'dark', 'system'));
-- lists of people: newest first
create index user_created on auth.user (created_at desc, id desc);
