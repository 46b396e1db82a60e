import { organisation } from '../_kernel/organisation';

export const homeCopy = {
  customerSite: 'Log In / Sign Up', // PUBLIC-HOME-10
  appComingSoon: 'The guard mobile app is coming soon.', // PUBLIC-COPY-14
  goesLive: "The system goes live in Autumn'22.", // PUBLIC-COPY-15
  approvedBefore: "Guards are approved before Autumn'22.", // PUBLIC-COPY-16
} as const;

export const notFoundCopy = {
  text: 'Oops! This Page Is Not Found. The requested page does not exist.', // PUBLIC-404-01
  backToHome: 'Back to Home', // PUBLIC-404-02
} as const;

export const howItWorksCopy = {
  customer: [
    'Register', // PUBLIC-HIW-02
    'Post Job', // PUBLIC-HIW-03
    'Notification', // PUBLIC-HIW-04
    'Job Match', // PUBLIC-HIW-05
    'Job is Assigned', // PUBLIC-HIW-06
    'Job Start/Ends', // PUBLIC-HIW-07
  ],
  guard: [
    'Apply', // PUBLIC-HIW-08
    'Register', // PUBLIC-HIW-09
  ],
} as const;

/** The nine cities of the service (PUBLIC-COPY-18). */
export const cities = ['Toronto', 'Ottawa', 'Mississauga', 'Brampton', 'Hamilton', 'London', 'Markham', 'Vaughan', 'Kitchener'] as const;

export const { postalAddress, socialNetworks } = organisation;
