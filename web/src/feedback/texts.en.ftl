## confirm

confirm-cancel = Cancel
confirm-delete = Delete
confirm-type = Type { $name } to go on

## errors

errors-UNAUTHORIZED-title = Authentication Error
errors-FORBIDDEN-title = Access Denied
errors-NOT_FOUND-title = Not Found
errors-VALIDATION_ERROR-title = Invalid Input
errors-RATE_LIMIT_EXCEEDED-title = Rate Limit Exceeded
errors-INTERNAL_SERVER_ERROR-title = Server Error
errors-NETWORK_ERROR-title = Network Error
errors-TIMEOUT_ERROR-title = Request Timeout
errors-CONFLICT-title = Conflict
errors-SERVICE_UNAVAILABLE-title = Temporarily Unavailable
errors-title = Error
errors-UNAUTHORIZED-text = Please log in again to continue
errors-FORBIDDEN-text = You do not have permission to perform this action
errors-NOT_FOUND-text = The requested resource was not found
errors-VALIDATION_ERROR-text = Please check your input and try again
errors-RATE_LIMIT_EXCEEDED-text = Too many requests. Please try again later
errors-INTERNAL_SERVER_ERROR-text = An unexpected error occurred. Please try again later.
errors-NETWORK_ERROR-text = Please check your internet connection and try again
errors-TIMEOUT_ERROR-text = The request took too long to complete. Please try again
errors-CONFLICT-text = Something else changed this at the same time. Please look again and try again
errors-SERVICE_UNAVAILABLE-text = A part of Canopy does not answer at the moment. Please try again in a moment
errors-text = An unexpected error occurred. Please try again later.

## requestId

requestId-request = Request { $id }
requestId-copied = Copied

## toast

toast-again = Try Again
toast-undo = Undo
toast-undone = Undone
toast-undo-failed = It could not be undone. Please try again.
