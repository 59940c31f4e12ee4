### Letters to people. Each has a subject and a text; the link stands on a line of its own.

reset-subject = Choose another password for Canopy
reset-text =
    Somebody asked for another password for the Canopy account { $email }.

    Choose it here within one hour; the link works once:

    { $link }

    If it was not you, do nothing: your password stays as it is.
user-subject = You are invited to Canopy
user-text =
    { $by } has invited { $email } to Canopy.

    Create your account here within seven days:

    { $link }

    If you do not expect this, do nothing.
member-subject = You are invited to a team on Canopy
member-text =
    { $by } has invited { $email } to the team { $team } on Canopy.

    Join it here within seven days, with your account or with a new one for this address:

    { $link }

    If you do not expect this, do nothing.
test-subject = A test letter from Canopy
test-text =
    An administrator had this letter sent to { $email } to try the mail of Canopy.

    It has arrived, so the settings are right. Links in letters begin like this one:

    { $link }
notice-subject = Canopy: { $said }
notice-text =
    { $said }

    Look at it here:

    { $link }

    You get this letter because of the notification rule "{ $rule }". Switch it off in Canopy where it was made: in your settings, or on the page of the team.
