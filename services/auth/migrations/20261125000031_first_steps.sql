-- Whether somebody has had enough of the checklist of first steps: 'hidden', or nothing.
alter table auth.user add column first_steps text not null default '';
