import { Rss } from 'lucide-react'
import { data } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { formatList } from '#shared/format-list.ts'
import { hueOf } from '#shared/colours.ts'
import { defaultLocale } from '#shared/locales.ts'
import { localeContext, pageMessages, pageTranslator, translateContent } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { pageMeta, pageTitle } from '#ui/page-meta.ts'
import type { Route } from './+types/artist-page.ts'
import { ArtistHero } from './artist-hero.tsx'
import { useArtistVoice } from './artist-voice.ts'
import { FeaturedTrack } from './featured-track.tsx'
import { CollectionPanel } from './collection-panel.tsx'
import { artistData } from './structured-data.ts'
import { VideoGrid } from './videos/video-grid.tsx'
import { Prose } from '#ui/prose.tsx'
import type { Artist, ArtistCard as Card } from '#features/artists/contract.ts'
import { artistFeedPath, artistTrackPath } from '#features/artists/media-paths.ts'
import { listedTracks } from '#features/artists/track-list.ts'
import { ListeningRows } from './listening-rows.tsx'
import { type ListedTrack, TrackList } from './track-list.tsx'
import { ArtistCard } from './artist-card.tsx'
import { rosterNameOf } from '#shared/site-identity.ts'

/** Number of other artists at the end of a profile. */
const moreCount = 5

export const handle: PageHandle = {
  cache: 'public',
  has: ({ artists }, slug) => artists.find(slug) !== undefined,
  renamed: { list: ({ artists }) => artists.list().map(({ slug, name }) => ({ slug, title: name })), ending: '-swade' },
  sitemap: ({ artists }) =>
    artists.list().map(({ slug, name, tagline }) => ({ path: `/artist/${slug}`, title: name, summary: tagline })),
  shareKind: {
    kind: 'artist',
    text({ artists }, slug) {
      const artist = artists.find(slug)
      return artist && { title: artist.name, kicker: artist.genres.join(' / ') }
    },
  },
  figures: ['artist-not-found'],
  hasFigure: ({ artists }, slug) => artists.find(slug) !== undefined,
}

export function loader({ params, context }: Route.LoaderArgs) {
  const { artists, market, sitePlayers } = context.get(servicesContext)
  const t = pageTranslator(context)
  const found = artists.find(params.slug)
  if (!found) {
    const head = { title: t('artists.page.notFound') }
    return data({ artist: undefined, head, ...pageMessages(context, 'artists.page') }, { status: 404 })
  }
  const roster = artists.list()
  const { ground, ink } = artists.artworkOf(found.slug)!
  const colours = { ground, ink }
  const { tracks: _withHidden, ...profile } = found
  const { artist, tracks, others, collection } = translateContent(context, {
    artist: profile satisfies Artist,
    tracks: listedTracks(found),
    others: roster.filter(({ slug }) => slug !== found.slug).slice(0, moreCount),
    collection: market.ofArtist(found.slug)[0],
  })
  const { name, tagline, genres, aiGenerated } = artist
  const players = tracks.length > 0 ? sitePlayers() : undefined
  const locale = context.get(localeContext)
  const inLanguage = locale === defaultLocale ? '' : `?lang=${locale}`
  return data({
    artist,
    tracks: tracks.map((track): ListedTrack => {
      // The key is used for the featured track too, because an embedded player should still play this track when
      // another one is featured.
      const path = players?.trackPath(artist.slug, track.key)
      return { ...track, embedPath: path === undefined ? '' : path + inLanguage }
    }),
    others,
    collection,
    hasOtherCollections: roster.some(({ slug }) => slug !== found.slug && market.ofArtist(slug).length > 0),
    colours,
    hue: hueOf(colours.ink, colours.ground),
    number: roster.findIndex(({ slug }) => slug === artist.slug) + 1,
    head: {
      title: name,
      feed: t('artists.page.feedTitle', { artist: name }),
      description: t('artists.artistDescription', {
        name,
        tagline,
        genres: formatList(genres, locale),
        generated: aiGenerated ? 'yes' : 'no',
      }),
    },
    ...pageMessages(
      context,
      'artists.page',
      'artists.card',
      'artists.videos',
      'site.share',
      ...(artist.featuredTrack || tracks.length > 0 ? (['site.player'] as const) : []),
      ...(tracks.length > 0 ? (['artists.tracks'] as const) : []),
    ),
  })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData?.artist)
    return [{ title: pageTitle(matches, loaderData?.head.title ?? '') }, { name: 'robots', content: 'noindex' }]
  const { artist, tracks, head } = loaderData
  return pageMeta(matches, {
    path: `/artist/${artist.slug}`,
    title: head.title,
    description: head.description,
    image: `/share/artist/${artist.slug}.png`,
    type: 'profile',
    feeds: [{ title: head.feed, href: artistFeedPath(artist.slug) }],
    ...(artist.featuredTrack ? { audio: artistTrackPath(artist.slug), hasEmbed: true } : {}),
    jsonLd: (origin, siteName) => [
      artistData(origin, artist, tracks),
      breadcrumbs(origin, [
        { name: rosterNameOf(siteName), path: '/swade-fam' },
        { name: artist.name, path: `/artist/${artist.slug}` },
      ]),
    ],
  })
}

/** Profile page of an artist. */
export default function ArtistPage({ loaderData }: Route.ComponentProps) {
  const voice = useArtistVoice()
  if (!loaderData.artist) return <ArtistNotFound />
  const { artist, tracks, colours, hue, number, others, collection, hasOtherCollections } = loaderData
  return (
    <main id="content" tabIndex={-1}>
      <ArtistHero artist={artist} colours={colours} number={number} />
      {artist.featuredTrack ? (
        <FeaturedTrack key={artist.slug} artist={artist} track={artist.featuredTrack} hue={hue} />
      ) : null}
      {tracks.length > 0 ? (
        // A different list of tracks resets the player.
        <TrackList key={`${artist.slug} ${tracks.map(({ key }) => key).join()}`} artist={artist} tracks={tracks} />
      ) : null}
      <ArtistStory artist={artist} />
      {voice(artist, 'section')}
      <CollectionPanel artistName={artist.name} collection={collection} hasOthers={hasOtherCollections} />
      {artist.videos.length > 0 ? <VideoGrid artist={artist} /> : null}
      <MoreArtists artists={others} />
    </main>
  )
}

function ArtistNotFound() {
  const t = useTranslations('artists.page')
  return (
    <NoticePage
      figure="artist-not-found"
      kicker="404"
      title={t('notFound')}
      actions={
        <ButtonLink to="/swade-fam" variant="primary">
          {t('back')}
        </ButtonLink>
      }
    >
      {t('notFoundText')}
    </NoticePage>
  )
}

/** Biography on the left, streaming links on the right. */
function ArtistStory({ artist }: { artist: Artist }) {
  const t = useTranslations('artists.page')
  return (
    <div className="border-t border-groove">
      <div className="wrap grid gap-x-8 gap-y-14 py-16 md:py-24 lg:grid-cols-12">
        <section aria-labelledby="about-heading" className="flex flex-col gap-6 lg:col-span-6 lg:col-start-2">
          <h2 id="about-heading" className="label text-dust">
            {t('biography')}
          </h2>
          <Prose text={artist.description} className="[&>p:first-child]:text-lead" />
        </section>
        <section aria-labelledby="listen-heading" className="flex flex-col gap-6 lg:col-span-4 lg:col-start-9">
          <h2 id="listen-heading" className="label text-dust">
            {t('listen')}
          </h2>
          <ListeningRows artist={artist} />
          <a
            href={artistFeedPath(artist.slug)}
            className="inline-flex min-h-11 items-center gap-2 self-start text-small text-dust underline-offset-4 hover:text-sand hover:underline"
          >
            <Rss size={16} strokeWidth={1.5} aria-hidden="true" />
            {t('feed')}
          </a>
        </section>
      </div>
    </div>
  )
}

/** Links to other artists and to the full roster. */
function MoreArtists({ artists }: { artists: Card[] }) {
  const t = useTranslations('artists.page')
  return (
    <section aria-labelledby="more-heading" className="border-t border-groove py-16 md:py-24" data-print="hide">
      <div className="wrap flex flex-col gap-10">
        <header className="flex flex-wrap items-end justify-between gap-6">
          <h2 id="more-heading" className="heading">
            {t('more')}
          </h2>
          <ButtonLink to="/swade-fam">{t('roster')}</ButtonLink>
        </header>
        {/* On phones the cards scroll sideways. */}
        <ul className="-mx-[clamp(1.25rem,4vw,4rem)] flex snap-x scroll-px-[clamp(1.25rem,4vw,4rem)] gap-4 overflow-x-auto px-[clamp(1.25rem,4vw,4rem)] py-2 lg:mx-0 lg:grid lg:grid-cols-5 lg:gap-6 lg:overflow-visible lg:p-0">
          {artists.map((artist) => (
            <li key={artist.slug} className="w-40 shrink-0 snap-start md:w-52 lg:w-auto">
              <ArtistCard artist={artist} compact />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
