import { Figure } from '#ui/figure/figure.tsx'
import { Tag } from '#ui/tag.tsx'
import type { VoiceKind } from '#features/voice/contract.ts'
import { TalkButton } from './talk-button.tsx'

/** Section of the profile that introduces the persona. */
export function TalkSection({ slug, name, kind }: { slug: string; name: string; kind: VoiceKind }) {
  return (
    <section aria-labelledby="talk-heading" className="border-t border-groove">
      <div className="wrap grid gap-x-8 gap-y-10 py-16 md:py-24 lg:grid-cols-12 lg:items-center">
        <div className="flex flex-col items-start gap-6 lg:col-span-6 lg:col-start-2">
          <p className="label text-dust">AI voice persona</p>
          <h2 id="talk-heading" className="heading">
            Talk to {name}
          </h2>
          <p className="measure text-lead text-sand/85">
            {kind === 'agent'
              ? 'Ask out loud or type. The voice is synthetic, made and used with consent. Everything said is captioned.'
              : 'Ask about the artist, the track, the books or what is on the air. Answers come from this site’s own records, each with its source.'}
          </p>
          <ul className="flex flex-wrap gap-2" aria-label="Good to know">
            {[
              kind === 'agent' ? 'AI, not a person' : 'Built-in software, not a person',
              kind === 'agent' ? 'Voice or text' : 'Text only',
            ].map((fact) => (
              <li key={fact}>
                <Tag>{fact}</Tag>
              </li>
            ))}
          </ul>
          <TalkButton slug={slug} name={name} variant="primary" />
          <p className="hidden measure text-dust noscript:block">
            Chatting needs JavaScript. The biography above tells you about the artist.
          </p>
        </div>
        <div
          aria-hidden="true"
          className="aspect-square w-full max-w-72 overflow-hidden border border-groove bg-plate-raised max-lg:hidden lg:col-span-4 lg:col-start-9 lg:max-w-96"
        >
          <Figure slug={slug} variant="square" sizes="24rem" className="size-full object-cover opacity-60" />
        </div>
      </div>
    </section>
  )
}
