import { z } from 'zod'
import { defaultLocale, type Locale, locales } from '#shared/locales.ts'
import type { FigureImage } from '#shared/chladni-address.ts'
import type { ServerTexts } from '#shared/messages.ts'
import {
  type ApiServices,
  findTrack,
  listArtists,
  listBooks,
  listEvents,
  listTracks,
  listIssues,
  type ViewContext,
} from './views.ts'
import { describeIssue, nowPlayingView, pricesView } from './current-views.ts'
import {
  artistListSchema,
  artistSchema,
  bookListSchema,
  bookSchema,
  eventListSchema,
  issueListSchema,
  issueSchema,
  nowPlayingSchema,
  pricesSchema,
  trackListSchema,
  trackSchema,
} from './schemas.ts'

/** Dependencies of the endpoints. */
type EndpointContext = {
  services: ApiServices
  origin: string
  texts: Pick<ServerTexts, 'content'>
  figureAddress(image: FigureImage): string
  now: () => Date
}

type Query = { lang?: Locale; artist?: string; limit?: number; offset?: number; when?: 'upcoming' | 'past' | 'all' }

/** An endpoint of the public API. All endpoints use GET. */
export type ApiEndpoint = {
  /** Operation id, and key of its texts. */
  id: string
  /** Path below the root, with the parameter in braces. */
  path: string
  tag: string
  query: z.ZodObject
  /** True if the response is a page of a list. */
  isList: boolean
  reply: z.ZodType
  maxAgeSeconds: number
  /** Returns the whole list of a list endpoint, and otherwise the response; undefined for an unknown entry. */
  run(context: EndpointContext, request: { query: Query; name: string }): unknown
  /** Returns the name of an existing entry, for the documentation. */
  exampleName?(services: ApiServices): string | undefined
}

const lang = z
  .enum(locales)
  .default(defaultLocale)
  .describe('Language of the texts. Texts without a translation stay in English.')
const page = {
  limit: z.coerce.number().int().min(1).max(100).default(50).describe('Maximum number of entries.'),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0).describe('Number of entries to skip.'),
}
const when = z
  .enum(['upcoming', 'past', 'all'])
  .default('upcoming')
  .describe('Events to list. An event that is on now counts as upcoming.')
const artist = z
  .string()
  .min(1)
  .max(80)
  .optional()
  .describe('Slug of an artist, to list the tracks of that artist only.')

const listQuery = z.strictObject({ ...page, lang })
const langQuery = z.strictObject({ lang })
const noQuery = z.strictObject({})

const viewOf = (
  { services, origin, texts, figureAddress }: EndpointContext,
  { lang: locale = defaultLocale }: Query,
): ViewContext => ({
  services,
  origin,
  figureAddress,
  translate: (data) => texts.content(locale, data),
})

/** Endpoints of version 1, in the order of the documentation. */
export const endpoints: readonly ApiEndpoint[] = [
  {
    id: 'listArtists',
    path: '/artists',
    tag: 'Artists',
    query: listQuery,
    isList: true,
    reply: artistListSchema,
    maxAgeSeconds: 300,
    run: (context, { query }) => listArtists(viewOf(context, query)),
  },
  {
    id: 'getArtist',
    path: '/artists/{slug}',
    tag: 'Artists',
    query: langQuery,
    isList: false,
    reply: artistSchema,
    maxAgeSeconds: 300,
    run: (context, { query, name }) => listArtists(viewOf(context, query)).find(({ slug }) => slug === name),
    exampleName: ({ artists }) => artists.list()[0]?.slug,
  },
  {
    id: 'listTracks',
    path: '/tracks',
    tag: 'Tracks',
    query: listQuery.extend({ artist }),
    isList: true,
    reply: trackListSchema,
    maxAgeSeconds: 300,
    run: (context, { query }) =>
      listTracks(viewOf(context, query)).filter(({ artist: { slug } }) => [undefined, slug].includes(query.artist)),
  },
  {
    id: 'getTrack',
    path: '/tracks/{id}',
    tag: 'Tracks',
    query: langQuery,
    isList: false,
    reply: trackSchema,
    maxAgeSeconds: 300,
    run: (context, { query, name }) => findTrack(viewOf(context, query), name),
    exampleName: ({ artists }) => {
      const slug = artists.list().find((one) => artists.find(one.slug)?.featuredTrack)?.slug
      return slug && `track:${slug}`
    },
  },
  {
    id: 'getNowPlaying',
    path: '/now-playing',
    tag: 'Radio',
    query: noQuery,
    isList: false,
    reply: nowPlayingSchema,
    maxAgeSeconds: 5,
    run: ({ services, origin }) => nowPlayingView(services.radio.nowPlaying(), origin),
  },
  {
    id: 'listBooks',
    path: '/books',
    tag: 'Books',
    query: listQuery,
    isList: true,
    reply: bookListSchema,
    maxAgeSeconds: 300,
    run: (context, { query }) => listBooks(viewOf(context, query)),
  },
  {
    id: 'getBook',
    path: '/books/{id}',
    tag: 'Books',
    query: langQuery,
    isList: false,
    reply: bookSchema,
    maxAgeSeconds: 300,
    run: (context, { query, name }) => listBooks(viewOf(context, query)).find(({ id }) => id === name),
    exampleName: ({ books }) => books.list()[0]?.id,
  },
  {
    id: 'listEvents',
    path: '/events',
    tag: 'Events',
    query: listQuery.extend({ when }),
    isList: true,
    reply: eventListSchema,
    maxAgeSeconds: 60,
    run: (context, { query }) => listEvents(viewOf(context, query), query.when ?? 'upcoming', context.now()),
  },
  {
    id: 'getPrices',
    path: '/prices',
    tag: 'Tokens',
    query: noQuery,
    isList: false,
    reply: pricesSchema,
    maxAgeSeconds: 15,
    run: ({ services }) => pricesView(services.tokenPrices.read()),
  },
  {
    id: 'listIssues',
    path: '/issues',
    tag: 'Newsletter',
    query: z.strictObject(page),
    isList: true,
    reply: issueListSchema,
    maxAgeSeconds: 300,
    run: (context, { query }) => listIssues(viewOf(context, query)),
  },
  {
    id: 'getIssue',
    path: '/issues/{slug}',
    tag: 'Newsletter',
    query: noQuery,
    isList: false,
    reply: issueSchema,
    maxAgeSeconds: 300,
    async run({ services, origin }, { name }) {
      const issue = await services.issueArchive.read(name)
      return issue && describeIssue(issue, origin)
    },
    exampleName: ({ issueArchive }) => issueArchive.list()[0]?.slug,
  },
]
