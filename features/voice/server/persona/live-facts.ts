import { DateTime } from 'luxon'
import type { PersonaAnswer } from '#features/voice/contract.ts'
import type { RecordIndex } from './record-index.ts'
import type { PersonaRecords } from './records.ts'
import { say } from './reply.ts'
import { openAction } from './wishes.ts'
import { plain, stemSet, wordsOf } from './words.ts'

const virtualWorld = { title: 'Virtual World', href: '/#virtual-world' }
const tokensPage = { title: 'Tokens', href: '/tokens' }

/** Words that ask for what comes next, or for the tokens there are, and for nothing else. */
const asksForEvents = stemSet(
  'event concert gig live show virtual world upcoming coming future calendar programme program schedule planned date day night take place happening join attend there online',
)

const asksForTokens = stemSet('token coin crypto here')

/** When something happens in the virtual world: the event that is named, or the next one; undefined when neither is asked. */
export function answerOfEvents(
  message: string,
  { programme }: PersonaRecords,
  index: RecordIndex,
  isAboutEvents: boolean,
): PersonaAnswer | undefined {
  if (!programme) return undefined
  const { at, coming } = programme()
  const standing = coming.filter(({ isCalledOff }) => !isCalledOff)
  const spoken = plain(message)
  const named = standing.find(({ title }) => spoken.includes(plain(title).replace(/^ the /, ' ')))
  if (!named && !(isAboutEvents && index.asked(message).every((word) => asksForEvents.has(word)))) return undefined
  const more = { sources: [{ label: virtualWorld.title, href: virtualWorld.href }], actions: [openAction(virtualWorld)] }
  const event = named ?? standing[0]
  if (!event) return say('No event in the virtual world is announced at the moment.', more)
  const begins = DateTime.fromISO(event.startsAt).setZone(event.timeZone).setLocale('en-US')
  const when = begins.toFormat("cccc, LLLL d, yyyy 'at' h:mm a '('ZZZZ')'")
  const what =
    event.startsAt <= at
      ? `“${event.title}” is on in the virtual world; it began on ${when}.`
      : named
        ? `“${event.title}” is in the virtual world on ${when}.`
        : `The next event in the virtual world is “${event.title}”, on ${when}.`
  return say(`${what} ${event.description}`, more)
}

/** What a token costs: the page that asks for it shows it. Undefined when no token is meant. */
export function priceOfTokens(message: string, { tokens = [] }: PersonaRecords): PersonaAnswer | undefined {
  const words = new Set(wordsOf(message))
  const named = tokens.find(({ symbol, name }) => words.has(symbol.toLowerCase()) || words.has(name.toLowerCase()))
  const isMeant = named || ['token', 'tokens', 'coin', 'coins', 'sol', 'solana'].some((word) => words.has(word))
  if (!isMeant || tokens.length === 0) return undefined
  const what = named?.symbol ?? (words.has('sol') || words.has('solana') ? 'SOL' : tokens.map(({ symbol }) => symbol).join(' or '))
  return say(
    `I do not know what ${what} costs: prices change by the minute, and I have none in my records. The tokens page shows the price while a live source tells it, says N/A while none does, and links to where a token can be bought once that is published.`,
    { isKnown: false, sources: [{ label: tokensPage.title, href: tokensPage.href }], actions: [openAction(tokensPage)] },
  )
}

/** Which tokens there are; undefined when more is asked. */
export function answerOfTokens(message: string, { tokens = [] }: PersonaRecords, index: RecordIndex): PersonaAnswer | undefined {
  if (tokens.length === 0 || !index.asked(message).every((word) => asksForTokens.has(word))) return undefined
  return say(
    `There are ${tokens.length} tokens. ${tokens.map(({ name, symbol, tagline }) => `${name} (${symbol}): ${tagline}`).join(' ')}`,
    {
      sources: [{ label: tokensPage.title, href: tokensPage.href }],
      actions: [openAction(tokensPage)],
    },
  )
}
