/** Base64 of a text's UTF-8 bytes; `btoa` alone fails on anything outside Latin-1. */
export function toBase64(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}
