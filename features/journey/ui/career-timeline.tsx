import type { CSSProperties } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Figure } from '#ui/figure/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/section.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Milestone } from '#features/journey/contract.ts'

/** The dated milestones, oldest first; figures change sides so that the eye walks down the page. */
export function CareerTimeline({ milestones }: { milestones: Milestone[] }) {
  return (
    <Section id="milestones" side="A2" title="Career Timeline">
      <ol className="flex flex-col">
        {milestones.map((milestone, index) => (
          <li key={milestone.id} id={milestone.id} className="border-t border-groove py-10 last:pb-0 md:py-14">
            <MilestoneEntry milestone={milestone} isFigureFirst={index % 2 === 1} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function MilestoneEntry({ milestone, isFigureFirst }: { milestone: Milestone; isFigureFirst: boolean }) {
  return (
    <article className="grid gap-x-8 gap-y-6 md:grid-cols-10">
      <div
        className={classNames(
          'flex flex-col gap-5 md:col-span-7 lg:col-span-6',
          isFigureFirst && 'md:order-2 md:col-start-4 lg:col-start-5',
        )}
      >
        <p className="heading figures font-medium! tracking-[-0.06em]!">{milestone.period}</p>
        <h3 className="title">{milestone.title}</h3>
        <p className="measure text-sand/85">{milestone.description}</p>
        <ul className="flex flex-wrap gap-2" aria-label="Filed under">
          <li>
            <Tag className="gap-2">
              <Icon name={milestone.icon} size={14} />
              {milestone.category}
            </Tag>
          </li>
          {milestone.award ? (
            <li>
              <Tag className="gap-2 text-sand">
                <Icon name="award" size={14} />
                <span className="sr-only">Award: </span>
                {milestone.award}
              </Tag>
            </li>
          ) : null}
        </ul>
      </div>
      <MilestoneFigure
        milestone={milestone}
        className={classNames('md:col-span-3', isFigureFirst ? 'md:order-1 md:col-start-1' : 'md:col-start-8')}
      />
    </article>
  )
}

// The figure gives the shape and the light, the plate above it the milestone's own hue.
function MilestoneFigure({ milestone, className }: { milestone: Milestone; className: string }) {
  return (
    <div
      aria-hidden="true"
      style={{ '--hue': milestone.colour } as CSSProperties}
      className={classNames(
        'relative isolate aspect-square w-2/5 self-start overflow-hidden border border-groove bg-plate after:absolute after:inset-0 after:bg-[oklch(0.86_0.07_var(--hue))] after:mix-blend-color md:w-full',
        className,
      )}
    >
      <Figure slug={milestone.id} variant="square" sizes="(min-width: 48rem) 24vw, 36vw" className="size-full object-cover" />
    </div>
  )
}
