import { data } from 'react-router'
import { figureOf } from '#shared/chladni.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { pageMeta, pageTitle } from '#ui/page-meta.ts'
import type { Route } from './+types/artist-page.ts'
import { ArtistHero } from './artist-hero.tsx'
import { ArtistStory } from './artist-story.tsx'
import { useArtistVoice } from './artist-voice.ts'
import { FeaturedTrack } from './featured-track.tsx'
import { CollectionPanel } from './collection-panel.tsx'
import { MoreArtists } from './more-artists.tsx'
import { artistData } from './structured-data.ts'
import { VideoGrid } from './videos/video-grid.tsx'

/** How many other artists a profile ends with. */
const moreCount = 5

export const handle: PageHandle = {
  cache: 'public',
  has: ({ artists }, slug) => artists.find(slug) !== undefined,
  renamed: { list: ({ artists }) => artists.list().map(({ slug, name }) => ({ slug, title: name })), ending: '-swade' },
  sitemap: ({ artists }) => artists.list().map(({ slug, name, tagline }) => ({ path: `/artist/${slug}`, title: name, summary: tagline })),
  shareKind: {
    kind: 'artist',
    words({ artists }, slug) {
      const artist = artists.find(slug)
      return artist && { title: artist.name, kicker: artist.genres.join(' / ') }
    },
  },
  figures: ['artist-not-found'],
  hasFigure: ({ artists }, slug) => artists.find(slug) !== undefined,
}

export function loader({ params, context }: Route.LoaderArgs) {
  const { artists, market } = context.get(servicesContext)
  const artist = artists.find(params.slug)
  if (!artist) return data({ artist: undefined }, { status: 404 })
  const roster = artists.list()
  return data({
    artist,
    hue: figureOf(artist.slug).hue,
    number: roster.findIndex(({ slug }) => slug === artist.slug) + 1,
    others: roster.filter(({ slug }) => slug !== artist.slug).slice(0, moreCount),
    collection: market.ofArtist(artist.slug)[0],
  })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData?.artist) return [{ title: pageTitle('Artist Not Found') }, { name: 'robots', content: 'noindex' }]
  const { artist } = loaderData
  return pageMeta(matches, {
    path: `/artist/${artist.slug}`,
    title: artist.name,
    description: `${artist.name}, ${artist.genres.join(' and ')}${artist.aiGenerated ? ', an AI-generated artist of Swade Fam' : ', an artist of Swade Fam'}. ${artist.tagline}`,
    image: `/share/artist/${artist.slug}.png`,
    type: 'profile',
    jsonLd: (origin) => [
      artistData(origin, artist),
      breadcrumbs(origin, [
        { name: 'Swade Fam', path: '/swade-fam' },
        { name: artist.name, path: `/artist/${artist.slug}` },
      ]),
    ],
  })
}

/** One artist's profile, told like the back of a sleeve. */
export default function ArtistPage({ loaderData }: Route.ComponentProps) {
  const voice = useArtistVoice()
  if (!loaderData.artist) return <ArtistNotFound />
  const { artist, hue, number, others, collection } = loaderData
  return (
    <main id="content" tabIndex={-1}>
      <ArtistHero artist={artist} number={number} />
      {artist.featuredTrack ? <FeaturedTrack key={artist.slug} artist={artist} track={artist.featuredTrack} hue={hue} /> : null}
      <ArtistStory artist={artist} />
      {voice(artist, 'section')}
      <CollectionPanel artistName={artist.name} collection={collection} />
      {artist.videos.length > 0 ? <VideoGrid artist={artist} /> : null}
      <MoreArtists artists={others} />
    </main>
  )
}

function ArtistNotFound() {
  return (
    <NoticePage
      figure="artist-not-found"
      kicker="404"
      title="Artist Not Found"
      actions={
        <ButtonLink to="/swade-fam" variant="primary">
          Back to Swade Fam
        </ButtonLink>
      }
    >
      Nobody on the roster goes by that name. The address may be mistyped; everyone who is here is on the roster page.
    </NoticePage>
  )
}
