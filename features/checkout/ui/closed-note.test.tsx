import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { en } from '#features/checkout/messages/en.ts'
import { es } from '#features/checkout/messages/es.ts'
import { ClosedNote } from './closed-note.tsx'

const noteOf = (order: { closedBy: 'dispute' | 'amount' | 'owner'; isTest: boolean }, messages: unknown = en) =>
  renderToStaticMarkup(
    inEnglish(<ClosedNote title="A book" orderCode="SW-AAAAAAAA" supportEmail="a@b.example" {...order} />, {
      checkout: messages as typeof en,
    }),
  ).replace(/<[^>]*>/g, '')

test('the buyer of a disputed order learns why the book is closed and is told not to pay again', () => {
  expect(noteOf({ closedBy: 'dispute', isTest: false })).toBe(
    'Your payment for A book is disputed (order SW-AAAAAAAA), so you can’t open the book until the dispute is settled. Do not pay again. If you have questions, email a@b.example.',
  )
  expect(noteOf({ closedBy: 'dispute', isTest: true })).toContain('Your test payment for A book is disputed')
  expect(noteOf({ closedBy: 'dispute', isTest: true }, es)).toContain('Tu pago de prueba de A book está en disputa')
})

test('the buyer who paid a different amount learns that the payment is being checked, and is told not to pay again', () => {
  expect(noteOf({ closedBy: 'amount', isTest: false })).toBe(
    'We received your payment for A book (order SW-AAAAAAAA) and are checking its amount, so you can’t open the book yet. Do not pay again. If you have questions, email a@b.example.',
  )
  expect(noteOf({ closedBy: 'amount', isTest: true })).toContain('We received your test payment for A book')
  expect(noteOf({ closedBy: 'amount', isTest: false }, es)).toContain('estamos revisando el importe')
})

test('the buyer of a partly missing payment learns that access has ended', () => {
  expect(noteOf({ closedBy: 'owner', isTest: false })).toContain('Your access to A book has ended, because part of the')
  expect(noteOf({ closedBy: 'owner', isTest: true })).toContain('was refunded or disputed')
})
