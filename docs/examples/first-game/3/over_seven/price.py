from pitboss.families.one_draw.price import DrawPricing

PRICING = DrawPricing()
