import { randomInt } from 'node:crypto'

/** Letters and digits that are not confused when read aloud or on a bad screen. */
const alphabet = 'ACDEFGHJKMNPQRTWXY34679'

/** Creates an order code: `SW-` and eight characters, about 78 billion combinations. */
export function createOrderCode(): string {
  return `SW-${Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}

/** Finds the first order code in a text, in any spelling. */
export function findOrderCode(text: string): string | undefined {
  const [, signs] = /\bSW[-\s–]?([A-Z0-9]{8})\b/i.exec(text) ?? []
  return signs && `SW-${signs.toUpperCase()}`
}

/** Returns the owner's search for the order of a withdrawal: by the code it names, otherwise by its email address. */
export function orderSearchPath({ email, contract }: { email: string; contract: string }): string {
  return `/admin/orders?q=${encodeURIComponent(findOrderCode(contract) ?? email)}`
}
