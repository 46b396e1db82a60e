import { Card } from '@portal/ui/Card';
import { Cluster, Grid, Page, Stack } from '@portal/ui/Layout';

export default { component: Stack };

const cards = ['One', 'Two', 'Three', 'Four'].map((name) => <Card key={name}>{name}</Card>);

export const Vertical = () => <Stack>{cards}</Stack>;
export const Row = () => <Cluster justify="between">{cards}</Cluster>;
export const SmallColumns = () => <Grid columns="small">{cards}</Grid>;
export const MediumColumns = () => <Grid>{cards}</Grid>;
export const LargeColumns = () => <Grid columns="large">{cards}</Grid>;
export const NarrowPage = () => <Page width="narrow">{cards[0]}</Page>;
