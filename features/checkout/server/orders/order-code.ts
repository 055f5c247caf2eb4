import { randomInt } from 'node:crypto'

/** OrderEmails and digits that are not mistaken for one another, read aloud or on a bad screen. */
const alphabet = 'ACDEFGHJKMNPQRTWXY34679'

/** A new order code: `SW-` and eight signs, 78 thousand million of them. */
export function createOrderCode(): string {
  return `SW-${Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}

/** The first order code in what a person wrote, however they spelt it. */
export function findOrderCode(text: string): string | undefined {
  const [, signs] = /\bSW[-\s–]?([A-Z0-9]{8})\b/i.exec(text) ?? []
  return signs && `SW-${signs.toUpperCase()}`
}
