import { lookupPlaces } from '@portal/contracts/places/places.endpoints';
import { bind } from '../../platform/http/routes';
import * as places from './places.service';

export const placesRoutes = [bind(lookupPlaces, (me, input) => places.lookup(me.id, input))];
