import { Outlet, useLoaderData } from 'react-router'
import { ArtistVoice } from '#features/artists/ui/artist-voice.ts'
import { ChatHost } from '#features/voice/ui/chat-host.tsx'
import { TalkButton } from '#features/voice/ui/talk-button.tsx'
import { TalkSection } from '#features/voice/ui/talk-section.tsx'
import { pageMessages } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { Route } from './+types/artist-frame.ts'

export function loader({ params, context }: Route.LoaderArgs) {
  const { artists, voice } = context.get(servicesContext)
  const slug = params.slug ?? ''
  const kind = voice.kindFor(slug)
  const artist = kind && artists.find(slug)
  if (!kind || !artist) return { talk: undefined }
  return {
    talk: { slug, name: artist.name, image: artist.image, kind, writer: voice.writer },
    ...pageMessages(context, 'voice.section', 'voice.panel', 'voice.notes', 'voice.problems', 'voice.transcript'),
  }
}

/** Layout of an artist's profile: adds the persona's button, section and panel if the artist has a persona. */
export default function ArtistFrame() {
  const { talk } = useLoaderData<typeof loader>()
  if (!talk) return <Outlet />
  return (
    <ArtistVoice
      value={(artist, place) => {
        if (artist.slug !== talk.slug) return null
        return place === 'button' ? (
          <TalkButton slug={talk.slug} name={talk.name} />
        ) : (
          <TalkSection key={talk.slug} {...talk} />
        )
      }}
    >
      <Outlet />
      <ChatHost key={talk.slug} {...talk} />
    </ArtistVoice>
  )
}
