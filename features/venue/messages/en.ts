export const en = {
  section: {
    name: 'Virtual World',
    title: 'Step into the virtual venue',
    lead: 'A live room to walk around in: a stage, a bar that serves nothing, and whoever turns up. Guests are welcome, and no account is needed.',
    notConnected: 'Not connected yet',
    notOpen: 'The venue is not open yet',
    notOpenText: 'No room is connected to this page yet. As soon as there is one, you can enter it here.',
  },
  room: {
    frame: 'Virtual World, on {host}',
    facts: 'In the room',
    live: 'Live Virtual Space',
    guests: 'Guest Access',
    voice: 'Voice Chat',
    openFull: 'Open Full',
    openApp: 'Open in Spatial App',
    enter: 'Enter the Room',
    leave: 'Leave the Room',
    onPhone: 'The room is on {host}. Your device asks before it shares your microphone.',
    onDesktop:
      'Entering loads the room from {host}, another company’s site with its own rules and cookies. Your browser asks before it shares your microphone.',
    opening: 'Opening the room…',
    openingText: 'Opening the room. This may take a few seconds.',
    inside: 'You are in the room. Other audio is paused until you leave.',
  },
  reasons: {
    'slow': 'The room did not respond within 8 seconds. Use Open Full to try it in a new tab.',
    'offline': 'You are offline. Reconnect to enter the room.',
    'cannot-draw': 'This browser cannot display the room here. Use Open Full to try it in a new tab.',
    'refuses': 'The room does not allow embedding. Use Open Full to go there.',
    'down': 'The room is not responding. Try again later, or use Open Full.',
    'taken': 'You left the room because something else started playing.',
  },
  schedule: {
    program: 'Program',
    planned: 'No room is connected yet. These are the planned dates.',
    addAll: 'Add all dates to calendar',
    add: 'Add to calendar<hidden>: {title}, {time}</hidden>',
    none: 'No upcoming events',
    noneText: 'Upcoming events will be listed here in your time zone.',
    more: '{count, plural, one {# more date} other {# more dates}}',
    past: '{count, plural, one {# past date} other {# past dates}}',
    next: 'Next event',
    cancelled: 'Cancelled',
    onNow: 'On now',
    startsIn: 'Starts in {time}',
    yourTime: 'your time',
  },
  calendar: {
    name: 'Swade Virtual World',
    cancelled: 'Cancelled: {title}',
    location: 'Virtual World, {url}',
  },
  errors: {
    noRoom: 'No room is connected that can be opened on this page.',
    noEvent: 'Event not found. It may have been rescheduled.',
  },
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    venue: typeof en
  }
}
