import { data } from 'react-router'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { iconNames } from '#shared/icon-names.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import { Carousel } from '#ui/carousel/carousel.tsx'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { Backdrop } from '#ui/figure/backdrop.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { type PageMatches, pageTitle } from '#ui/page-meta.ts'
import { Prose } from '#ui/prose.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { AdminSpecimens } from './admin-specimens.tsx'
import { Specimen } from './specimen.tsx'

export const handle: PageHandle = { area: 'dev' }

export const meta = ({ matches }: { matches: PageMatches }) => [
  { title: pageTitle(matches, 'Components') },
  { name: 'robots', content: 'noindex' },
]

export function loader({
  context,
}: {
  context: { get(key: typeof servicesContext): { site: { isProduction: boolean } } }
}) {
  if (context.get(servicesContext).site.isProduction) throw data(null, { status: 404 })
  return null
}

/** Forms in the gallery return to it. */
export const action = loader

const cards = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    key: String(index),
    name: `Card ${index + 1}`,
    content: (
      <a href="#content" className="title flex h-40 items-end border border-groove bg-plate-raised p-5">
        Card {index + 1}
      </a>
    ),
  }))

const colours = ['plate', 'plate-raised', 'groove', 'sand', 'dust', 'live', 'gain', 'loss']

/** Gallery of all components in all states. Not available in production. */
export default function GalleryPage() {
  return (
    <main id="content" tabIndex={-1} className="wrap pt-32 pb-24">
      <p className="label text-dust">This machine only, not in production</p>
      <h1 className="heading mt-4 mb-14">Components</h1>
      <Specimen name="Colour">
        <ul className="grid w-full grid-cols-2 gap-3 md:grid-cols-4">
          {colours.map((colour) => (
            <li key={colour} className="border border-groove">
              <span className="block h-20" style={{ background: `var(--color-${colour})` }} />
              <span className="label block p-3">{colour}</span>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Type">
        <div className="flex flex-col gap-6">
          <p className="display">Display</p>
          <p className="heading">Heading</p>
          <p className="title">Title</p>
          <p className="text-lead">Lead: sand on a vibrating plate settles into figures.</p>
          <Prose
            text={
              'Text: each frequency has its own figure, and the same name always gives the same one.\n\nA second paragraph, set to a measure of 62 characters at most.'
            }
          />
          <p className="label">Label 0123456789</p>
          <p className="figures">Figures 1,247.00 / 0.000123</p>
        </div>
      </Specimen>
      <Specimen name="Button">
        <Button variant="primary">Primary</Button>
        <Button>Quiet</Button>
        <Button variant="bare">Bare</Button>
        <Button variant="primary" disabled>
          Primary, disabled
        </Button>
        <Button disabled>Quiet, disabled</Button>
        <ButtonLink to="/dev/ui">Link inside</ButtonLink>
        <ButtonAnchor href="mailto:hello@swade.example">Link outside</ButtonAnchor>
        <BackLink to="/dev/ui">Back link</BackLink>
      </Specimen>
      <Specimen name="Tag">
        <Tag>Neo-soul</Tag>
        <Tag>AI-generated</Tag>
      </Specimen>
      <Specimen name="Field">
        <div className="grid w-full gap-6 md:grid-cols-2">
          <Field label="Email" type="email" name="a" placeholder="you@example.com" />
          <Field label="Required, with a hint" name="b" required hint="As it should appear in the newsletter." />
          <Field label="With an error" name="c" defaultValue="nobody" error="Please enter a valid email address." />
          <Field label="Disabled" name="d" defaultValue="This value cannot be changed" disabled />
          <FieldError>An error without a field.</FieldError>
        </div>
      </Specimen>
      <Specimen name="Dialog">
        <DialogTrigger for="gallery-dialog">Open a dialog</DialogTrigger>
        <DialogTrigger for="gallery-wide">Open a wide one</DialogTrigger>
        <Dialog
          id="gallery-dialog"
          kicker="Kicker"
          title="A dialog"
          actions={
            <DialogClose for="gallery-dialog" variant="primary">
              Got It
            </DialogClose>
          }
        >
          <p className="text-dust">It traps focus, closes on Escape or a click on the backdrop, and returns focus.</p>
        </Dialog>
        <Dialog id="gallery-wide" wide title="A wide dialog">
          <Prose
            text={Array.from(
              { length: 12 },
              (_, index) => `Paragraph ${index + 1}: long content scrolls inside; the page behind does not move.`,
            )}
          />
        </Dialog>
      </Specimen>
      <Specimen name="Figure">
        <ul className="grid w-full grid-cols-2 gap-4 md:grid-cols-4">
          {['home', 'roster', 'books', 'tokens'].map((slug) => (
            <li key={slug}>
              <Figure
                slug={slug}
                variant="square"
                sizes="(min-width: 48rem) 20vw, 45vw"
                className="w-full border border-groove bg-plate-raised"
              />
              <span className="label mt-2 block text-dust">{slug}</span>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Backdrop">
        <div className="relative isolate h-64 w-full overflow-hidden border border-groove">
          <div className="absolute inset-0 -z-10 opacity-25" aria-hidden="true">
            <Backdrop slug="tokens" className="object-right" />
          </div>
          <p className="heading p-6">A headline before it</p>
        </div>
      </Specimen>
      <Specimen name="Carousel">
        <div className="w-full min-w-0">
          <p className="label mb-4 text-dust">Six cards: rotates</p>
          <Carousel label="the gallery" intervalMs={5000} items={cards(6)} />
        </div>
        <div className="w-full min-w-0">
          <p className="label mb-4 text-dust">Three cards: does not rotate</p>
          <Carousel label="the small gallery" intervalMs={5000} items={cards(3)} />
        </div>
      </Specimen>
      <Specimen name="Icon">
        <ul className="grid w-full grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-8">
          {iconNames.map((name) => (
            <li key={name} className="flex min-w-0 flex-col items-center gap-2 border border-groove p-3">
              <Icon name={name} />
              <span className="max-w-full truncate text-small text-dust">{name}</span>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Loading">
        <div className="flex w-full flex-col gap-3">
          <Skeleton className="h-8 w-1/2" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      </Specimen>
      <Specimen name="Empty">
        <EmptyState title="No items yet" action={<Button>Create item</Button>}>
          Says what will be here and the one action that adds it.
        </EmptyState>
      </Specimen>
      <AdminSpecimens />
    </main>
  )
}
