/** The pages everybody who is signed in finds in the header and the footer. */
export const mainPages = [
  { to: '/dashboard', name: 'Dashboard' },
  { to: '/profile', name: 'Profile' },
  { to: '/settings', name: 'Settings' },
  { to: '/subscription', name: 'Subscription' },
] as const;
