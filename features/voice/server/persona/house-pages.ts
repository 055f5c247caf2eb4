import type { PersonaAnswer, VoiceAction } from '#features/voice/contract.ts'
import { say } from './reply.ts'
import { openAction } from './wishes.ts'

/** The market, where every collection is. */
export const marketAction: VoiceAction = openAction({ title: 'Market', href: '/market' })

/** What an answer from the journey names as its source, and opens. */
export const ofJourney = toPage('The journey', '/journey')

/** What becomes of what is said here. */
export function whatIsKept(): PersonaAnswer {
  return say(
    'What you type here is answered and not kept, and I hear nothing: I only read. Where a voice agent is connected, your voice goes to it after you agree to that in the panel, and not before. The privacy page tells the rest.',
    toPage('Privacy', '/privacy#voice'),
  )
}

/** Where it stands when money is given back: the owner's terms say it, and nobody else. @param price Told first, where it was asked for too. */
export function aboutRefunds(price?: PersonaAnswer): PersonaAnswer {
  const words = 'The terms say when you can withdraw from buying a book and get your money back. The form for it is a page of its own.'
  return say([price?.text, words].filter(Boolean).join(' '), {
    sources: [...(price?.sources ?? []), { label: 'Terms', href: '/terms#withdrawal' }],
    actions: [openAction({ title: 'Withdraw', href: '/withdraw' })],
  })
}

/** What the Friday letter is, and where to sign up for it. */
export function aboutLetter(): PersonaAnswer {
  return say('The Friday letter comes once a week. You can sign up on its page.', toPage('The Friday letter', '/newsletter'))
}

/** How a track is sent to the radio. */
export function howToSubmit(): PersonaAnswer {
  return say(
    'You can send a track to the radio with the form on this site. A person listens to it and decides.',
    toPage('Submit your music', '/submit'),
  )
}

/** A page of the house as the source of an answer and as what it opens. */
function toPage(label: string, href: string): Pick<PersonaAnswer, 'sources' | 'actions'> {
  return { sources: [{ label, href }], actions: [openAction({ title: label, href })] }
}
