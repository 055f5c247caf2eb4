import { expect, test } from 'vitest'
import { signUpFormOf } from './sign-up-origin.ts'

test.each([
  ['https://swade.example/', 'landing'],
  ['https://swade.example/es', 'landing'],
  ['https://swade.example/newsletter?page=2', 'page'],
  ['https://swade.example/es/newsletter', 'page'],
  ['https://swade.example/newsletter/new-in-the-rotation', 'issue'],
  ['https://swade.example/books', 'api'],
  ['https://other.example/newsletter', 'api'],
  ['no address', 'api'],
  [undefined, 'api'],
])('a sign-up from %s counts as one of the form “%s”', (referer, form) => {
  expect(signUpFormOf(referer, 'swade.example')).toBe(form)
})
