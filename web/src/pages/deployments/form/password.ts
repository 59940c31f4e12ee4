/** Without letters that look alike, and without what databases and shells read in their own way. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 20

/** A password of 20 letters and digits (116 bits), each equally likely. */
export function generatePassword(): string {
  let password = ''
  // Bytes above the last whole multiple would make the first letters likelier.
  const limit = 256 - (256 % LETTERS.length)
  while (password.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH * 2))) {
      if (byte < limit && password.length < LENGTH) password += LETTERS.charAt(byte % LETTERS.length)
    }
  }
  return password
}
