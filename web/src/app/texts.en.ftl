## errorPage

errorPage-title = This page could not be shown
errorPage-update = A newer version of Canopy may have been installed. Load the page again to use it.
errorPage-reload = Load again
errorPage-home = Go to Dashboard
errorPage-details = Details

## routes

routes-login = Sign in
routes-register = Create account
routes-forgotPassword = Forgot password
routes-resetPassword = Reset password
routes-setup = Set up
routes-invite = Invitation
routes-notFound = Page not found
routes-loading = Loading

## session

session-title = Unauthorized access
session-text = Your session has expired. Please log in again to continue.
