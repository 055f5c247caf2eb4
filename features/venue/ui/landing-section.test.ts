import { expect, test } from 'vitest'
import type { Occurrence, VenueProps } from '#features/venue/contract.ts'
import { section } from './landing-section.ts'

const date = (key: string, isCalledOff = false): Occurrence => ({
  key,
  title: 'A Night of Tape',
  description: 'One reel.',
  timeZone: 'Europe/Berlin',
  isCalledOff,
  setList: [],
  startsAt: '2030-01-05T20:00:00.000Z',
  endsAt: '2030-01-05T21:30:00.000Z',
})
const room = { url: 'https://www.spatial.io/s/Hall', host: 'www.spatial.io', embedUrl: undefined }
const describe = (props: Pick<VenueProps, 'room' | 'coming'>, image?: string) =>
  section.jsonLd?.('https://swade.example', {
    venue: { at: '2030-01-01T00:00:00.000Z', past: [], ...props },
    image,
  }) ?? []

test.each([
  ['our own venue', undefined],
  ['an external room', room],
])('search engines find the events of %s, at the section of the page', (_, place) => {
  const events = describe({ room: place, coming: [date('night'), date('off', true)] })
  expect(events).toMatchObject([
    {
      '@type': 'Event',
      'name': 'A Night of Tape',
      'startDate': '2030-01-05T20:00:00.000Z',
      'endDate': '2030-01-05T21:30:00.000Z',
      'eventStatus': 'https://schema.org/EventScheduled',
      'eventAttendanceMode': 'https://schema.org/OnlineEventAttendanceMode',
      'location': { '@type': 'VirtualLocation', 'url': 'https://swade.example/#virtual-world' },
      'isAccessibleForFree': true,
    },
    { '@type': 'Event', 'eventStatus': 'https://schema.org/EventCancelled' },
  ])
})

test('events show the image that the owner has uploaded for the venue, and none without', () => {
  const image = `/media/images/${'a'.repeat(32)}.webp`
  expect(describe({ room: undefined, coming: [date('night')] }, image)).toMatchObject([
    { image: `https://swade.example${image}` },
  ])
  expect(describe({ room: undefined, coming: [date('night')] })[0]).not.toHaveProperty('image')
})

test('without events there is no structured data, and it contains at most the next ten events', () => {
  expect(describe({ room: undefined, coming: [] })).toEqual([])
  const many = Array.from({ length: 24 }, (_, index) => date(`night-${index}`))
  expect(describe({ room: undefined, coming: many })).toHaveLength(10)
})
