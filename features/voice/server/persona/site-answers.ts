import { availabilityOf } from '#features/market/contract.ts'
import { maxAudioBytes, trackLimits } from '#features/submissions/contract.ts'
import type { PersonaAnswer } from '#features/voice/contract.ts'
import { openAction, radioAction, say, trackAction } from './actions.ts'
import type { Question } from './how-to-answers.ts'
import type { Intent } from './language.ts'
import { addressOf, legalSentencesOf } from './legal-texts.ts'
import { trackOf, trackSource } from './passages.ts'
import type { PersonaRecords } from './records.ts'

/** Intents of questions on submissions, rights, collections and what the site costs. */
type SiteIntent = Extract<
  Intent,
  | 'submit-file'
  | 'submit-rights'
  | 'submit-paid'
  | 'submit-training'
  | 'email-privacy'
  | 'nft-sales'
  | 'nft-meaning'
  | 'song-rights'
  | 'music-ai'
  | 'embed'
  | 'radio-free'
  | 'free-here'
  | 'track-count'
  | 'newest-track'
  | 'other-artists'
  | 'operator'
>

/**
 * Creates the answers on submissions, rights, collections and what is free, true in every configuration.
 *
 * @param unknown Returns the answer to a question that the site’s texts leave open.
 */
export function createSiteAnswers(records: PersonaRecords, unknown: () => PersonaAnswer) {
  const { artist, others, books, collections, legal, story, t } = records
  const sayFrom = (text: string, label: string, href: string, more: Partial<PersonaAnswer> = {}) =>
    say(text, { sources: [{ label, href }], actions: [openAction(records, label, href)], ...more })
  const ofSubmitting = (text: string, more: Partial<PersonaAnswer> = {}) =>
    sayFrom(text, t('submitLabel'), '/submit', more)
  const unlessEmpty = (texts: readonly string[]) => texts.filter(Boolean).join(' ')
  const track = trackAction(records)

  /** Quotes for what the privacy page says that a sent track is needed. */
  function trainingAnswer(): PersonaAnswer {
    const purpose = legalSentencesOf(legal, 'privacy', 'tracks').at(-1)
    return purpose
      ? sayFrom(t('submitUse', { text: purpose }), t('privacyLabel'), '/privacy#tracks', { isKnown: false })
      : unknown()
  }

  /** Quotes to whom music and texts belong, with the address to ask. */
  function songRightsAnswer(): PersonaAnswer {
    const [owner] = legalSentencesOf(legal, 'imprint', 'rights')
    const address = addressOf(legal)
    if (!owner) return unknown()
    const texts = [t('legalLead', { page: 'imprint' }), owner, address ? t('askForUse', { address }) : '']
    return sayFrom(unlessEmpty(texts), t('imprint'), '/imprint#rights')
  }

  function musicAnswer(): PersonaAnswer {
    const statement = legalSentencesOf(legal, 'imprint', 'made-with-ai').join(' ')
    const ofArtist = t(artist.aiGenerated ? 'isGenerated' : 'isNotGenerated', { name: artist.name })
    return sayFrom(
      unlessEmpty([
        ofArtist,
        statement && artist.aiGenerated ? `${t('legalLead', { page: 'imprint' })} ${statement}` : '',
      ]),
      t('imprint'),
      '/imprint#made-with-ai',
    )
  }

  function nftSalesAnswer(): PersonaAnswer {
    const isOnSale = collections.some((collection) => availabilityOf(collection) === 'on-sale')
    return sayFrom(
      `${t('noNftSales')} ${t(isOnSale ? 'collectionSellers' : 'noCollectionOnSale')}`,
      t('market'),
      '/market',
    )
  }

  function freeAnswer(): PersonaAnswer {
    const free = books.filter(({ isFree }) => isFree)
    const paidCount = books.length - free.length
    return sayFrom(
      unlessEmpty([
        t('freeHere'),
        ...free.map(({ title }) => t('bookFree', { title: t('quoted', { title }) })),
        paidCount > 0 ? t('paidBooks', { count: paidCount }) : '',
      ]),
      t('library'),
      '/books',
    )
  }

  /** Answers with the artist’s only track, after a sentence about what was asked. */
  const ofTrack = (lead: string, more: Partial<PersonaAnswer> = {}) =>
    say(unlessEmpty([lead, trackOf(artist, records) ?? t('noTrack', { name: artist.name })]), {
      sources: [
        artist.featuredTrack ? trackSource(artist, records) : { label: artist.name, href: `/artist/${artist.slug}` },
      ],
      actions: track ? [track] : [],
      ...more,
    })

  const byIntent: Record<SiteIntent, (input: Question) => PersonaAnswer | undefined> = {
    'submit-file': () =>
      ofSubmitting(
        t('submitFile', {
          size: maxAudioBytes / 1024 / 1024,
          seconds: trackLimits.minSeconds,
          minutes: trackLimits.maxSeconds / 60,
        }),
      ),
    'submit-rights': () =>
      ofSubmitting(t('submitRights'), {
        sources: [
          { label: t('submitLabel'), href: '/submit' },
          { label: t('privacyLabel'), href: '/privacy#tracks' },
        ],
      }),
    'submit-paid': () => ofSubmitting(t('submitPaid'), { isKnown: false }),
    'submit-training': trainingAnswer,
    'email-privacy': () => sayFrom(t('emailPrivacy'), t('privacyLabel'), '/privacy#processors'),
    'nft-sales': nftSalesAnswer,
    // “Collection” is read as “NFT,” but a question about collections means the collections of this site.
    'nft-meaning': ({ question }) =>
      /\bnfts?\b|fungib/i.test(question) ? sayFrom(t('nftMeaning'), t('market'), '/market') : undefined,
    'song-rights': songRightsAnswer,
    'music-ai': musicAnswer,
    'embed': () => sayFrom(t('embed'), t('developers'), '/developers'),
    'radio-free': () => sayFrom(t('radioFree'), t('radioLabel'), '/radio', { actions: [radioAction(records)] }),
    'free-here': freeAnswer,
    'track-count': () => ofTrack(artist.featuredTrack ? t('oneTrack', { name: artist.name }) : ''),
    'newest-track': () => ofTrack(t('noReleaseDates'), { isKnown: false }),
    'other-artists': () =>
      say(t('otherArtists', { count: others.length + 1 }), {
        sources: [
          { label: t('rosterLabel'), href: '/swade-fam' },
          { label: t('submitLabel'), href: '/submit' },
          { label: t('imprint'), href: '/imprint#contact' },
        ],
        actions: [
          openAction(records, t('rosterLabel'), '/swade-fam'),
          openAction(records, t('submitLabel'), '/submit'),
        ],
      }),
    'operator': () => sayFrom(t('operator', { story: story ? 'yes' : 'no' }), t('imprint'), '/imprint'),
  }
  return byIntent
}
