import { expect, test } from 'vitest'
import { passkeyAddressProblem } from './passkey.ts'

const noDomain = 'Passkeys do not work at this address. They need HTTPS and a domain name.'
const noPublicOrigin =
  'Passkeys do not work at this address. They need HTTPS, a domain name, and PUBLIC_ORIGIN set to the site’s address.'

test.each([
  ['http://localhost:4620', 'http://localhost:4620', undefined],
  [
    'http://localhost:4620',
    'http://127.0.0.1:4620',
    'Passkeys only work at http://localhost:4620. Open this page there.',
  ],
  ['http://localhost:4620', 'http://[::1]:4620', 'Passkeys only work at http://localhost:4620. Open this page there.'],
  ['http://localhost:4620', 'http://192.168.1.5:4620', noPublicOrigin],
  ['http://localhost:4620', 'https://swade.example', noPublicOrigin],
  ['https://swade.example', 'https://swade.example', undefined],
  [
    'https://swade.example',
    'https://www.swade.example',
    'Passkeys only work at https://swade.example. Open this page there.',
  ],
  ['http://192.168.1.5:4620', 'http://192.168.1.5:4620', noDomain],
  ['https://192.168.1.5', 'https://192.168.1.5', noDomain],
  ['https://[::1]', 'https://[::1]', noDomain],
  ['http://swade.example', 'http://swade.example', noDomain],
])('a site at %s, opened at %s, says where passkeys work', (origin, page, problem) => {
  expect(passkeyAddressProblem(origin, page)).toBe(problem)
})
