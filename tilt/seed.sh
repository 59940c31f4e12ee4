# Makes the first administrator, with the token that secrets.sh kept.
set -eu
token=$(sed -n 's/.*token=//p' .tilt/setup)
curl --fail-with-body --silent --show-error http://localhost:8080/api/auth/setup --header 'content-type: application/json' --data @- <<JSON
{"token": "$token", "email": "admin@example.com", "password": "correct horse battery", "firstName": "Ada", "lastName": "Admin"}
JSON
echo
echo "Sign in as admin@example.com with the password: correct horse battery"
