import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codesOf, refusalKind, withoutAddresses } from './refusal-kind.ts'

test('an address nobody has is gone, other refusals may change, and 4.x is only late', () => {
  for (const [said, kind] of [
    ['550 5.1.1 <x@y.example>: Recipient address rejected: User unknown', 'gone'],
    ['5.1.1', 'gone'],
    ['550-5.1.1 The email account that you tried to reach does not exist.', 'gone'],
    ['5.1.2 (bad destination system address)', 'gone'],
    ['5.1.10 null MX', 'gone'],
    ['550 No such user here', 'gone'],
    ['550 Mailbox not found', 'gone'],
    ['553 sorry, that address does not exist', 'gone'],
    ['553 5.1.8 Sender address rejected: domain not found', 'refused'],
    ['550 5.7.1 message rejected as spam', 'refused'],
    ['552 5.2.2 mailbox full', 'refused'],
    ['554 Transaction failed', 'refused'],
    ['550 blocked, see 10.1.1.5.1.1', 'refused'],
    ['452 4.2.2 mailbox full', 'delayed'],
    ['421 try again later', 'delayed'],
    ['4.4.7 (expired)', 'delayed'],
    ['250 2.0.0 OK', 'none'],
    ['2.1.5', 'none'],
    ['', 'none'],
    ['hello', 'none'],
  ])
    expect([said, refusalKind(said!)]).toEqual([said, kind])
})

test('of a reply its codes alone are kept, and without its addresses it can be told', () => {
  for (const [said, codes] of [
    ['550 5.1.1 <x@y.example>: Recipient address rejected', '550 5.1.1'],
    ['5.1.1 550-5.1.1 x@y.example unknown', '550 5.1.1'],
    ['550 No such user x@y.example', '550'],
    ['5.1.1', '5.1.1'],
    ['x@550.example', ''],
  ]) {
    expect([said, codesOf(said!)]).toEqual([said, codes])
    expect(withoutAddresses(said!)).not.toContain('@')
  }
})

test('whatever a relay says, it is one of the four', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (said) => {
      expect(['gone', 'refused', 'delayed', 'none']).toContain(refusalKind(said))
    }),
  )
})
