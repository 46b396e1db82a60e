import { PublicPage } from '../PublicPage';
import { AppNotice } from './AppNotice';
import { Cities } from './Cities';
import { Facts } from './Facts';
import { Hero } from './Hero';
import { Licence } from './Licence';
import { Questions } from './Questions';
import { Reasons } from './Reasons';
import { Sectors } from './Sectors';
import { ShiftSteps } from './ShiftSteps';

export function HomeScreen() {
  return (
    <PublicPage>
      <Hero />
      <Facts />
      <ShiftSteps />
      <Licence />
      <Sectors />
      <Reasons />
      <Cities />
      <Questions />
      <AppNotice />
    </PublicPage>
  );
}
