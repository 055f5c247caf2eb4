import { type MouseEvent, useEffect, useReducer } from 'react'
import { useStore } from 'zustand'
import { useTranslations } from 'use-intl/react'
import { appearanceOf } from '#features/venue/hall/guest-appearance.ts'
import { floor, stageCentre } from '#features/venue/hall/hall-rules.ts'
import type { HallClient } from './hall-client.ts'
import { EventLog } from './hall-space.tsx'

const margin = 100
const stageHalf = 400
const top = stageCentre.z - stageHalf
const box = {
  x: floor.minX - margin,
  y: top - margin,
  width: floor.maxX - floor.minX + 2 * margin,
  height: floor.maxZ - top + 2 * margin,
}

/** Interval at which the map is drawn, in milliseconds. */
const drawMs = 100

/**
 * The hall as a map, for browsers without WebGL and visitors who prefer less motion. The list beside it contains the
 * same information as text.
 */
export function HallMap({ client }: { client: HallClient }) {
  const t = useTranslations('venue.hall')
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const { id, events } = useStore(client.view)
  useEffect(() => {
    let lastMs = performance.now()
    const timer = setInterval(() => {
      const nowMs = performance.now()
      client.advance(Math.min(1, (nowMs - lastMs) / 1000))
      lastMs = nowMs
      redraw()
    }, drawMs)
    return () => clearInterval(timer)
  }, [client])
  const onClick = ({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>) => {
    const place = new DOMPoint(clientX, clientY).matrixTransform(currentTarget.getScreenCTM()?.inverse())
    client.walkTo({ x: place.x, z: place.y })
  }
  return (
    <div className="grid flex-1 content-start gap-6 bg-plate p-4 md:grid-cols-[auto_minmax(0,1fr)] md:px-6">
      <svg
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        aria-hidden="true"
        onClick={onClick}
        className="h-[26rem] w-auto max-w-full cursor-pointer border border-groove bg-plate-raised md:h-[30rem]"
      >
        <rect
          x={stageCentre.x - stageHalf}
          y={top}
          width={2 * stageHalf}
          height={2 * stageHalf}
          className="fill-plate stroke-live"
          strokeWidth={12}
        />
        <text x={stageCentre.x} y={stageCentre.z + 30} textAnchor="middle" fontSize={90} className="fill-sand">
          {t('goals.front')}
        </text>
        <rect
          x={floor.minX}
          y={floor.minZ}
          width={floor.maxX - floor.minX}
          height={floor.maxZ - floor.minZ}
          strokeWidth={6}
          className="fill-plate stroke-groove"
        />
        {[...client.guests.values()].map((guest) => (
          <g key={guest.id} transform={`translate(${guest.shown.x.toFixed(0)} ${guest.shown.z.toFixed(0)})`}>
            <circle r={48} fill={`hsl(${appearanceOf(guest.id).bodyHue} 45% 60%)`} />
            <text y={-90} textAnchor="middle" fontSize={80} className="fill-dust">
              {guest.name}
            </text>
            {guest.id === id ? <circle r={74} fill="none" strokeWidth={14} className="stroke-live" /> : null}
          </g>
        ))}
      </svg>
      <EventLog events={events} />
    </div>
  )
}
