import { expect, it } from 'vitest'
import { toBase64 } from './base64'

it('encodes UTF-8', () => expect(Buffer.from(toBase64('é ✓'), 'base64').toString('utf8')).toBe('é ✓'))
