import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'
import { Figure } from '#ui/figure/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/section.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Milestone } from '#features/journey/contract.ts'

/** Milestones, oldest first, with artwork on alternating sides. */
export function CareerTimeline({ milestones }: { milestones: Milestone[] }) {
  const t = useTranslations('journey.page')
  return (
    <Section id="milestones" side="A2" title={t('timeline')}>
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

/** On phones the artwork is beside the year; on wider screens it has its own column. */
function MilestoneEntry({ milestone, isFigureFirst }: { milestone: Milestone; isFigureFirst: boolean }) {
  const t = useTranslations('journey.page')
  const words = isFigureFirst
    ? 'md:col-span-7 md:col-start-4 lg:col-span-6 lg:col-start-5'
    : 'md:col-span-7 md:col-start-1 lg:col-span-6'
  return (
    <article className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-x-6 gap-y-5 md:grid-cols-10 md:grid-rows-[auto_1fr] md:gap-x-8">
      <div className={classNames('flex flex-col gap-4', words)}>
        <p className="figures heading font-medium! tracking-[-0.06em]!">
          {milestone.period.replace('present', t('present'))}
        </p>
        <h3 className="title">{milestone.title}</h3>
      </div>
      <MilestoneFigure
        milestone={milestone}
        className={classNames(
          'md:col-span-3 md:row-span-2 md:row-start-1',
          isFigureFirst ? 'md:col-start-1' : 'md:col-start-8',
        )}
      />
      <div className={classNames('col-span-2 flex flex-col gap-5 md:row-start-2', words)}>
        <p className="measure text-sand/85">{milestone.description}</p>
        <ul className="flex flex-wrap gap-2" aria-label={t('tags')}>
          <li>
            <Tag className="gap-2">
              <Icon name={milestone.icon} size={14} />
              {milestone.category}
            </Tag>
          </li>
          {milestone.award ? (
            <li>
              <Tag className="gap-2 text-sand">
                <Icon name="award" size={14} className="shrink-0" />
                {t.rich('award', { award: milestone.award, hidden: (text) => <span className="sr-only">{text}</span> })}
              </Tag>
            </li>
          ) : null}
        </ul>
      </div>
    </article>
  )
}

// The artwork is tinted with the milestone's hue; the owner's image keeps its colors.
function MilestoneFigure({ milestone, className }: { milestone: Milestone; className: string }) {
  const { id, colour, image, imageAlt } = milestone
  return (
    <div
      style={{ '--hue': colour } as CSSProperties}
      className={classNames(
        'relative isolate aspect-square w-full self-start overflow-hidden border border-groove bg-plate',
        !image && 'after:absolute after:inset-0 after:bg-[oklch(0.82_0.1_var(--hue))] after:mix-blend-multiply',
        className,
      )}
    >
      <Figure
        slug={id}
        image={image ?? ''}
        alt={(image && imageAlt) ?? ''}
        variant="square"
        sizes="(min-width: 48rem) 24vw, 7rem"
        className="size-full object-cover"
      />
    </div>
  )
}
