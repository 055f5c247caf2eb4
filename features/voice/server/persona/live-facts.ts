import { DateTime } from 'luxon'
import type { Occurrence } from '#features/venue/contract.ts'
import type { PersonaAnswer } from '#features/voice/contract.ts'
import type { RecordIndex } from './record-index.ts'
import type { PersonaRecords } from './records.ts'
import { say } from './reply.ts'
import { openAction } from './wishes.ts'
import { countOf, plain, stemSet, stemsOf, wordsOf } from './words.ts'

const virtualWorld = { title: 'Virtual World', href: '/#virtual-world' }
/** Where the tokens and their prices are. */
export const tokensPage = { title: 'Tokens', href: '/tokens' }

/** Words that ask for what comes next, and for nothing else. */
const asksForEvents = stemSet(
  'event concert gig live show virtual world upcoming coming future calendar programme program schedule planned date day night take place happening join attend there online',
)

/** When something happens in the virtual world: the event that is named, or the next one; undefined when neither is asked. */
export function answerOfEvents(
  message: string,
  { programme }: PersonaRecords,
  index: RecordIndex,
  isAboutEvents: boolean,
): PersonaAnswer | undefined {
  const { at, coming } = programme()
  const asked = index.asked(message)
  const spoken = plain(message)
  // A title may be a word of many questions: it is meant among the words for events, or when it stands alone.
  const isNamed = ({ title }: Occurrence) => {
    if (!spoken.includes(plain(title).replace(/^ the /, ' '))) return false
    const words = new Set(stemsOf(title))
    return isAboutEvents || asked.every((word) => words.has(word) || asksForEvents.has(word))
  }
  const named = coming
    .filter(isNamed)
    .toSorted((one, other) => other.title.length - one.title.length || Number(one.isCalledOff) - Number(other.isCalledOff))[0]
  if (!named && !(isAboutEvents && asked.every((word) => asksForEvents.has(word)))) return undefined
  const more = { sources: [{ label: virtualWorld.title, href: virtualWorld.href }], actions: [openAction(virtualWorld)] }
  const event = named ?? coming.find(({ isCalledOff }) => !isCalledOff)
  if (!event)
    return say(
      coming.length > 0
        ? `Every event in the virtual world that was announced is called off: ${[...new Set(coming.map(({ title }) => `“${title}”`))].join(', ')}.`
        : 'No event in the virtual world is announced at the moment.',
      more,
    )
  const begins = DateTime.fromISO(event.startsAt).setZone(event.timeZone).setLocale('en-US')
  const when = begins.toFormat("cccc, LLLL d, yyyy 'at' h:mm a '('ZZZZ')'")
  if (event.isCalledOff) return say(`“${event.title}” in the virtual world on ${when} is called off.`, more)
  const what =
    event.startsAt <= at
      ? `“${event.title}” is on in the virtual world; it began on ${when}.`
      : named
        ? `“${event.title}” is in the virtual world on ${when}.`
        : `The next event in the virtual world is “${event.title}”, on ${when}.`
  return say(`${what} ${event.description}`, more)
}

/** What a token costs: the page that asks for it shows it. Undefined when no token is meant. */
export function priceOfTokens(message: string, { tokens }: PersonaRecords): PersonaAnswer | undefined {
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

/** Which tokens there are; undefined when there are none. */
export function answerOfTokens({ tokens }: PersonaRecords): PersonaAnswer | undefined {
  if (tokens.length === 0) return undefined
  return say(
    `There ${tokens.length === 1 ? 'is' : 'are'} ${countOf(tokens.length, 'token')}. ${tokens.map(({ name, symbol, tagline }) => `${name} (${symbol}): ${tagline}`).join(' ')}`,
    {
      sources: [{ label: tokensPage.title, href: tokensPage.href }],
      actions: [openAction(tokensPage)],
    },
  )
}
